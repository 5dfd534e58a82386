/**
 * The entity tags in `If-Match` or `If-None-Match`, with their quotes, and `*`. That a tag is weak (`W/"…"`) is left out:
 * proxies weaken tags.
 */
export const tagsIn = (header: string): string[] =>
  [...header.matchAll(/(?:^|,)\s*(?:W\/)?("[^"]*"|\*)\s*(?=,|$)/g)].map(([, tag = '']) => tag)
