//! Each format by a text of the shape that its documentation has, with what must become of every line.

mod cassandra;
mod corpus;
mod envoy;
mod haproxy;
mod hostile;
mod laws;
mod libmemcached;
mod limits;
mod nginx;
mod redis;
mod sample;
mod twemproxy;
