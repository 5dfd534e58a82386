/** The message after a write of any feed, spelled as clients expect it. */
export const feedChanged = 'Feeds resource succesfully updated'
