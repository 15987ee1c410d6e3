//! The threads of a sort. They live as long as it does, because a codec stays in the thread that has warmed
//! it up.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, Receiver, Sender};

use crate::codec::Codec;
use crate::experiments::sort::asked::Asked;
use crate::experiments::sort::tally::Tally;
use crate::experiments::sort::thread::SortingThread;
use crate::experiments::store::share::End;
use crate::experiments::store::threads::panicked;

type Task<'s, C> = Box<dyn FnOnce(&mut SortingThread<'s, C>) + Send + 's>;

/// One alone is this thread.
pub enum Crew<'s, C: Codec> {
    Alone(SortingThread<'s, C>),
    Several(Vec<Sender<Task<'s, C>>>),
}

/// Chunks the body with the threads that the budget has.
pub fn with_crew<'s, C: Codec, D>(asked: &'s Asked<'s>, body: impl FnOnce(&mut Crew<'s, C>) -> D) -> D {
    if asked.budget.threads == 1 {
        return body(&mut Crew::Alone(SortingThread::new(asked)));
    }
    std::thread::scope(|scope| {
        let members = (0..asked.budget.threads).map(|_| {
            let (member, tasks) = channel::<Task<'s, C>>();
            scope.spawn(move || {
                let working = || {
                    let mut thread = SortingThread::new(asked);
                    tasks.into_iter().for_each(|task| task(&mut thread));
                };
                // A panic drops the tasks, so whoever waits for one hears of it.
                let _ = catch_unwind(AssertUnwindSafe(working));
            });
            member
        });
        // The threads end when no more tasks can be sent to them.
        let mut crew = Crew::Several(members.collect());
        body(&mut crew)
    })
}

impl<'s, C: Codec> Crew<'s, C> {
    pub fn threads(&self) -> usize {
        match self {
            Self::Alone(_) => 1,
            Self::Several(members) => members.len(),
        }
    }

    /// Lets one thread work, while the others wait.
    pub fn one<D: Send + 's>(
        &mut self,
        member: usize,
        work: impl FnOnce(&mut SortingThread<'s, C>) -> Result<D, End> + Send + 's,
    ) -> Result<D, End> {
        match self {
            Self::Alone(thread) => work(thread),
            Self::Several(members) => wait_for(&begin(&members[member], work)),
        }
    }

    /// Lets all threads work side by side, each on its part.
    pub fn all<P: Send + 's, D: Send + 's>(
        &mut self,
        parts: Vec<P>,
        work: impl Fn(&mut SortingThread<'s, C>, P) -> Result<D, End> + Copy + Send + 's,
    ) -> Result<Vec<D>, End> {
        match self {
            Self::Alone(thread) => parts.into_iter().map(|part| work(thread, part)).collect(),
            Self::Several(members) => {
                let begun = members.iter().zip(parts);
                let begun: Vec<_> = begun
                    .map(|(member, part)| begin(member, move |thread| work(thread, part)))
                    .collect();
                let done: Vec<_> = begun.iter().map(wait_for).collect();
                done.into_iter().collect()
            }
        }
    }

    /// Takes out what each thread has done.
    pub fn tallies(&mut self) -> Result<Vec<Tally>, End> {
        self.all(vec![(); self.threads()], |thread, ()| {
            Ok(std::mem::take(&mut thread.tally))
        })
    }
}

fn begin<'s, C: Codec, D: Send + 's>(
    member: &Sender<Task<'s, C>>,
    work: impl FnOnce(&mut SortingThread<'s, C>) -> Result<D, End> + Send + 's,
) -> Receiver<Result<D, End>> {
    let (sender, receiver) = channel();
    let task: Task<'s, C> = Box::new(move |thread| {
        // What the work has captured is dropped before anybody hears that it is done.
        let done = work(thread);
        let _ = sender.send(done);
    });
    // To a thread that has panicked nothing can be sent, which shows when its answer does not come.
    let _ = member.send(task);
    receiver
}

fn wait_for<D>(receiver: &Receiver<Result<D, End>>) -> Result<D, End> {
    receiver.recv().unwrap_or_else(|_| Err(panicked()))
}
