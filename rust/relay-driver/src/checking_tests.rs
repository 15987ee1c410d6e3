//! Bytes of sinks as a relay could send them, right and wrong.

use super::Arrivals;
use crate::fault::Wrong;
use crate::frames::barrier;
use crate::messages::Messages;
use crate::references::References;
use crate::routes::Routes;

const MESSAGES: [&[u8]; 3] = [b"one", b"", b"three"];
const BARRIER: u64 = 1 << 63 | 1;

fn frame(sequence: u64, message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("it is short");
    [&length.to_le_bytes()[..], &sequence.to_le_bytes(), message].concat()
}

/// A frame of source 0 as it is to arrive.
fn right(number: u64) -> Vec<u8> {
    frame(number, MESSAGES[(number % 3) as usize])
}

/// Two sources have sent six messages each to two sinks.
fn arrivals(references: Messages) -> Arrivals {
    let references = References::whole(references, false);
    let mut arrivals = Arrivals::new(references, Routes::shuffle(3, 2), 2, 2);
    arrivals.begin(barrier(1, false));
    arrivals.taken(0, 6);
    arrivals.taken(1, 6);
    arrivals
}

fn fault(sink: usize, frames: &[Vec<u8>]) -> Result<(), Wrong> {
    arrivals(Messages::of(MESSAGES)).receive(sink, &frames.concat(), |_, _| ())
}

/// What is told once both sinks have their barriers.
fn fault_at_barrier(first: &[Vec<u8>], second: &[Vec<u8>]) -> Result<bool, Wrong> {
    let mut arrivals = arrivals(Messages::of(MESSAGES));
    for (sink, frames) in [first, second].into_iter().enumerate() {
        assert_eq!(arrivals.complete(), Ok(false));
        arrivals.receive(sink, &frames.concat(), |_, _| ())?;
        arrivals.receive(sink, &frame(BARRIER, b""), |_, _| ())?;
    }
    arrivals.complete()
}

#[test]
fn frames_may_come_in_any_pieces() {
    let of = |source: u64| move |n: u64| frame(source << 48 | n, MESSAGES[(n % 3) as usize]);
    let frames = [[0, 2, 4].map(of(0)), [0, 2, 4].map(of(1))].concat();
    let bytes = [frames.concat(), frame(BARRIER, b"")].concat();
    for piece in [1, 2, 11, 13, bytes.len()] {
        for references in [Messages::of(MESSAGES), Messages::unknown(3)] {
            let mut arrivals = arrivals(references);
            let mut seen = Vec::new();
            for part in bytes.chunks(piece) {
                let received = arrivals.receive(0, part, |source, number| seen.push((source, number)));
                assert_eq!(received, Ok(()));
            }
            assert_eq!(seen, [(0, 0), (0, 2), (0, 4), (1, 0), (1, 2), (1, 4)]);
            assert_eq!((arrivals.messages, arrivals.bytes), (6, 16));
            assert_eq!(arrivals.complete(), Ok(false));
            assert_eq!(
                (0..3)
                    .map(|index| arrivals.references().get(0, index))
                    .collect::<Vec<_>>(),
                MESSAGES.map(Some)
            );
        }
    }
}

#[test]
fn a_stage_is_complete_when_all_sinks_have_the_barrier() {
    let mut arrivals = Arrivals::new(
        References::whole(Messages::of(MESSAGES), false),
        Routes::shuffle(3, 2),
        1,
        2,
    );
    arrivals.begin(barrier(1, false));
    assert_eq!(arrivals.receive(0, &frame(BARRIER, b""), |_, _| ()), Ok(()));
    assert_eq!(arrivals.complete(), Ok(false));
    assert_eq!(arrivals.receive(1, &frame(BARRIER, b""), |_, _| ()), Ok(()));
    assert_eq!(arrivals.complete(), Ok(true));
    arrivals.begin(barrier(2, true));
    assert_eq!(arrivals.complete(), Ok(false));
    arrivals.close(0, |_, _| ());
    assert_eq!(
        arrivals.receive(1, &frame(1 << 63 | 1 << 32 | 2, b""), |_, _| ()),
        Ok(())
    );
    assert_eq!(arrivals.complete(), Ok(true));
    assert!(arrivals.any_closed());
}

#[test]
fn what_is_missing_at_the_barrier_is_lost() {
    let lost = |number| {
        Err(Wrong::Lost {
            source: 0,
            number,
            sink: 0,
        })
    };
    assert_eq!(fault_at_barrier(&[right(0), right(4)], &[]), lost(2));
    assert_eq!(fault_at_barrier(&[right(0), right(2)], &[]), lost(4));
    assert_eq!(fault_at_barrier(&[], &[]), lost(0));
}

#[test]
fn what_went_to_another_sink_is_misrouted_whichever_sink_is_read_first() {
    let misrouted = Err(Wrong::Misrouted {
        source: 0,
        number: 2,
        sink: 1,
        expected: 0,
    });
    assert_eq!(
        fault_at_barrier(&[right(0), right(4)], &[right(1), right(2)]),
        misrouted
    );
    assert_eq!(fault(1, &[right(1), right(2)]).map(|()| true), misrouted);
}

#[test]
fn order_and_place_are_checked() {
    let (source, sink) = (0, 0);
    assert_eq!(
        fault(0, &[right(0), right(0)]),
        Err(Wrong::Twice {
            source,
            number: 0,
            sink
        })
    );
    assert_eq!(
        fault(0, &[right(2), right(0)]),
        Err(Wrong::Late {
            source,
            number: 0,
            sink
        })
    );
    assert_eq!(
        fault(0, &[right(2), right(4), right(2)]),
        Err(Wrong::Twice {
            source,
            number: 2,
            sink
        })
    );
    assert_eq!(
        fault(0, &[right(0), right(1)]),
        Err(Wrong::Misrouted {
            source,
            number: 1,
            sink,
            expected: 1
        })
    );
}

#[test]
fn what_nobody_has_sent_is_unknown() {
    for sequence in [6, 2 << 48] {
        assert_eq!(
            fault(0, &[frame(sequence, b"")]),
            Err(Wrong::Unknown { sequence, sink: 0 })
        );
    }
    let sequence = 1 << 63 | 2;
    assert_eq!(
        fault(0, &[frame(sequence, b"")]),
        Err(Wrong::Barrier { sequence, sink: 0 })
    );
}

#[test]
fn bytes_are_compared() {
    let (source, sink) = (0, 0);
    assert_eq!(
        fault(0, &[right(0), frame(2, b"thr33")]),
        Err(Wrong::Altered {
            source,
            number: 2,
            sink,
            at: 3
        })
    );
    assert_eq!(
        fault(0, &[frame(0, b"on")]),
        Err(Wrong::Length {
            source,
            number: 0,
            sink,
            length: 2,
            expected: 3
        })
    );
}

#[test]
fn copies_of_a_message_that_is_not_known_are_compared() {
    let mut arrivals = arrivals(Messages::unknown(3));
    // Both copies begin before either ends.
    let (first, second) = (frame(0, b"one"), frame(3, b"two"));
    assert_eq!(arrivals.receive(0, &first[..13], |_, _| ()), Ok(()));
    assert_eq!(
        arrivals.receive(1, &[right(1), second[..14].to_vec()].concat(), |_, _| ()),
        Ok(())
    );
    assert_eq!(arrivals.receive(0, &first[13..], |_, _| ()), Ok(()));
    assert_eq!(
        arrivals.receive(1, &second[14..], |_, _| ()),
        Err(Wrong::Altered {
            source: 0,
            number: 3,
            sink: 1,
            at: 0
        })
    );
}

#[test]
fn where_the_order_is_free_only_the_bytes_count() {
    for known in [Messages::of(MESSAGES), Messages::unknown(3)] {
        let mut arrivals = Arrivals::new(References::whole(known, true), Routes::shuffle(3, 1), 1, 1);
        arrivals.begin(barrier(1, false));
        arrivals.taken(0, 9);
        let right = ["one", "", "three", "neo", "", "ether"];
        for (number, message) in right.iter().enumerate() {
            // Also a message that comes in pieces is compared as a whole.
            for piece in frame(number as u64, message.as_bytes()).chunks(2) {
                assert_eq!(arrivals.receive(0, piece, |_, _| ()), Ok(()));
            }
        }
        let number = 6;
        let received = arrivals.receive(0, &frame(number, b"two"), |_, _| ());
        let (source, sink) = (0, 0);
        assert_eq!(received, Err(Wrong::Mixed { source, number, sink }));
    }
}

/// One source has sent six messages to two sinks, each of which is to receive a part.
fn parted() -> Arrivals {
    let references = References::unknown_parts(3, 2, false);
    let mut arrivals = Arrivals::new(references, Routes::parted(3), 1, 2);
    arrivals.begin(barrier(1, false));
    arrivals.taken(0, 6);
    arrivals
}

#[test]
fn a_message_has_arrived_with_the_last_of_its_parts() {
    let mut arrivals = parted();
    let mut seen = Vec::new();
    let stages = [
        (1, 0..4, "b", vec![]),
        (0, 0..1, "aa", vec![0]),
        (0, 1..6, "aa", vec![0, 1, 2, 3]),
        (1, 4..6, "b", vec![0, 1, 2, 3, 4, 5]),
    ];
    for (sink, numbers, part, expected) in stages {
        let bytes: Vec<u8> = numbers
            .flat_map(|number| frame(number, part.as_bytes()))
            .collect();
        let received = arrivals.receive(sink, &bytes, |_, number| seen.push(number));
        assert_eq!((received, &seen), (Ok(()), &expected));
    }
    assert_eq!((arrivals.messages, arrivals.bytes), (6, 18));
    assert_eq!((arrivals.frames_at(0), arrivals.frames_at(1)), (6, 6));
    let parts = [0, 1].map(|sink| arrivals.references().get(sink, 2));
    assert_eq!(parts, [Some(&b"aa"[..]), Some(b"b")]);
}

#[test]
fn parts_are_checked_at_each_sink() {
    let (source, sink) = (0, 1);
    let fault = |frames: &[Vec<u8>]| parted().receive(sink, &frames.concat(), |_, _| ());
    let part = |number| frame(number, b"part");
    assert_eq!(
        fault(&[part(0), part(0)]),
        Err(Wrong::Twice {
            source,
            number: 0,
            sink
        })
    );
    let mut gap = parted();
    gap.close(0, |_, _| ());
    let frames = [part(0), part(2), frame(BARRIER, b"")].concat();
    assert_eq!(gap.receive(sink, &frames, |_, _| ()), Ok(()));
    assert_eq!(
        gap.complete(),
        Err(Wrong::Lost {
            source,
            number: 1,
            sink
        })
    );
    let again = [part(0), part(1), part(2), frame(3, b"past")];
    assert_eq!(
        fault(&again),
        Err(Wrong::Altered {
            source,
            number: 3,
            sink,
            at: 2
        })
    );
}

#[test]
fn a_closed_sink_leaves_messages_to_the_others() {
    let mut arrivals = parted();
    let mut seen = Vec::new();
    for (sink, number) in [(0, 0), (1, 0), (1, 1)] {
        let received = arrivals.receive(sink, &frame(number, b""), |_, number| seen.push(number));
        assert_eq!(received, Ok(()));
    }
    arrivals.close(0, |_, number| seen.push(number));
    assert_eq!((seen, arrivals.messages), (vec![0, 1], 2));
}
