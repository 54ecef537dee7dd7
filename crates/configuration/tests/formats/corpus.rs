//! The kept texts: each is read as what it is taken for and in every format.
