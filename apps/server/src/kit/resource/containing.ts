/** A pattern of `ilike` for texts that contain this part, with special characters escaped. */
export const containing = (part: string): string => `%${part.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
