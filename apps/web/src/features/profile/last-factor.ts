/** Follows the question whether the last second factor shall be removed. */
export const lastFactor = ' You will log in with your password alone, and your recovery codes stop working.'
