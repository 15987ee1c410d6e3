//! Which message belongs to which sink, and what a sink is to receive next.

/// The rule by which messages go to sinks.
pub enum Route {
    /// To the sink of its number in its source modulo the number of sinks.
    Shuffle { sinks: usize },
    /// To the sink that is listed for the message of the file.
    Listed {
        sink_of: Vec<usize>,
        indexes_of: Vec<Vec<usize>>,
    },
    /// To the sink with the number of its source.
    Paired,
    /// A part to every sink.
    Split,
}

/// The next message of one source that one sink is to receive.
#[derive(Clone)]
pub struct Cursor {
    /// Its number in its source; none comes where this is the largest number.
    pub next: u64,
    /// Its index in the file.
    pub index: usize,
    /// With a list: the position in the list of the sink.
    position: usize,
}

/// A route over the messages of a file.
pub struct Routes {
    route: Route,
    messages: usize,
}

impl Routes {
    pub fn shuffle(messages: usize, sinks: usize) -> Self {
        let route = Route::Shuffle { sinks };
        Self { route, messages }
    }

    pub fn listed(sink_of: Vec<usize>, sinks: usize) -> Self {
        let mut indexes_of = vec![Vec::new(); sinks];
        for (index, &sink) in sink_of.iter().enumerate() {
            indexes_of[sink].push(index);
        }
        let messages = sink_of.len();
        let route = Route::Listed { sink_of, indexes_of };
        Self { route, messages }
    }

    pub fn paired(messages: usize) -> Self {
        let route = Route::Paired;
        Self { route, messages }
    }

    pub fn parted(messages: usize) -> Self {
        let route = Route::Split;
        Self { route, messages }
    }

    /// Every sink receives a part of each message.
    pub fn split(&self) -> bool {
        matches!(self.route, Route::Split)
    }

    /// The sink that a message belongs to if it does not belong to this one.
    pub fn other_sink(&self, source: usize, number: u64, sink: usize) -> Option<usize> {
        let right = match &self.route {
            Route::Shuffle { sinks } => (number % *sinks as u64) as usize,
            Route::Listed { sink_of, .. } => sink_of[self.index(number)],
            Route::Paired => source,
            Route::Split => sink,
        };
        (right != sink).then_some(right)
    }

    /// Where a sink begins with a source.
    pub fn first(&self, source: usize, sink: usize) -> Cursor {
        let first = match &self.route {
            Route::Shuffle { .. } => Some(sink as u64),
            Route::Listed { indexes_of, .. } => indexes_of[sink].first().map(|&index| index as u64),
            Route::Paired => (source == sink).then_some(0),
            Route::Split => Some(0),
        };
        let next = first.unwrap_or(u64::MAX);
        let index = if first.is_some() { self.index(next) } else { 0 };
        Cursor {
            next,
            index,
            position: 0,
        }
    }

    /// Moves on to the message after the next.
    #[inline]
    pub fn advance(&self, cursor: &mut Cursor, sink: usize) {
        match &self.route {
            Route::Shuffle { sinks } => self.step(cursor, *sinks),
            Route::Paired | Route::Split => self.step(cursor, 1),
            Route::Listed { indexes_of, .. } => {
                let indexes = &indexes_of[sink];
                let before = cursor.index;
                cursor.position += 1;
                let mut turns = 0;
                if cursor.position == indexes.len() {
                    cursor.position = 0;
                    turns = self.messages;
                }
                cursor.index = indexes[cursor.position];
                cursor.next += (turns + cursor.index - before) as u64;
            }
        }
    }

    /// Makes a message of this sink the next.
    pub fn jump(&self, cursor: &mut Cursor, sink: usize, number: u64) {
        cursor.next = number;
        cursor.index = self.index(number);
        if let Route::Listed { indexes_of, .. } = &self.route {
            cursor.position = indexes_of[sink].partition_point(|&index| index < cursor.index);
        }
    }

    #[inline]
    fn step(&self, cursor: &mut Cursor, step: usize) {
        cursor.next += step as u64;
        cursor.index += step;
        while cursor.index >= self.messages {
            cursor.index -= self.messages;
        }
    }

    fn index(&self, number: u64) -> usize {
        (number % self.messages as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Routes;

    /// The first messages of a sink, each with its index in the file.
    fn followed(routes: &Routes, source: usize, sink: usize) -> Vec<(u64, usize)> {
        let mut cursor = routes.first(source, sink);
        let mut found = Vec::new();
        for _ in 0..4 {
            assert_eq!(routes.other_sink(source, cursor.next, sink), None);
            found.push((cursor.next, cursor.index));
            routes.advance(&mut cursor, sink);
        }
        found
    }

    #[test]
    fn a_sink_follows_the_numbers_of_a_source() {
        let routes = Routes::shuffle(3, 2);
        assert_eq!(followed(&routes, 0, 1), [(1, 1), (3, 0), (5, 2), (7, 1)]);
        assert_eq!(
            followed(&Routes::shuffle(1, 4), 0, 2),
            [(2, 0), (6, 0), (10, 0), (14, 0)]
        );
    }

    #[test]
    fn a_sink_follows_a_list() {
        let routes = Routes::listed(vec![1, 0, 1], 3);
        assert_eq!(followed(&routes, 0, 1), [(0, 0), (2, 2), (3, 0), (5, 2)]);
        assert_eq!(followed(&routes, 1, 0), [(1, 1), (4, 1), (7, 1), (10, 1)]);
        assert_eq!(routes.first(0, 2).next, u64::MAX);
    }

    #[test]
    fn pairs_do_not_mix() {
        let routes = Routes::paired(2);
        assert_eq!(followed(&routes, 1, 1), [(0, 0), (1, 1), (2, 0), (3, 1)]);
        assert_eq!(routes.first(0, 1).next, u64::MAX);
    }

    #[test]
    fn every_sink_follows_all_where_messages_are_split() {
        let routes = Routes::parted(3);
        assert!(routes.split() && !Routes::paired(3).split());
        for sink in 0..2 {
            assert_eq!(followed(&routes, 1, sink), [(0, 0), (1, 1), (2, 2), (3, 0)]);
        }
    }

    #[test]
    fn a_message_at_another_sink_belongs_elsewhere() {
        assert_eq!(Routes::shuffle(3, 2).other_sink(0, 3, 0), Some(1));
        assert_eq!(Routes::listed(vec![1, 0, 1], 2).other_sink(0, 4, 1), Some(0));
        assert_eq!(Routes::paired(3).other_sink(0, 4, 1), Some(0));
    }

    #[test]
    fn a_jump_is_followed_by_what_comes_after() {
        let routes = Routes::listed(vec![1, 0, 1], 2);
        let mut cursor = routes.first(0, 1);
        routes.jump(&mut cursor, 1, 5);
        routes.advance(&mut cursor, 1);
        assert_eq!((cursor.next, cursor.index), (6, 0));
    }
}
