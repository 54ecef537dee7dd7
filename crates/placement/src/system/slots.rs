//! Tables of slots: a number modulo their size is a slot, and every slot has a member.

/// The place of the member of a number; `None` where there are no slots.
pub(super) fn owner_of(slots: &[u32], number: u64) -> Option<usize> {
    let slot = number.checked_rem(slots.len() as u64)?;
    Some(slots[slot as usize] as usize)
}
