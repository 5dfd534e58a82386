const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Could this be the id of an item? Anything else is never there, and the database need not be asked. */
export const isId = (text: string): boolean => id.test(text)
