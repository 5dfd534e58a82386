import { z } from 'zod'
import { optionalText } from './fields.ts'

/** Base of the API that the console's own screens use. */
export const internalApi = '/api/v2/internal'

/** One segment of an address. */
export const keySegment = () => optionalText(1024)

/** How one record is named in an address, as a rule. */
export const keyParams = z.object({ key: keySegment() })
