import { z } from 'zod'

/** Rows of the topology without the people who are notified: the gateway is open to the public. */
export const withoutNotifications = <Row extends z.ZodObject>(row: Row) =>
  z.preprocess((value) => {
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).filter(([field]) => field !== 'notifications'))
  }, row)
