//! ringscope
