/**
 * Whether this `Accept` header accepts JSON. A missing or empty one accepts everything; a more specific range takes
 * precedence.
 */
export function admitsJson(accept: string | undefined): boolean {
  const ranges = (accept ?? '')
    .split(',')
    .map(rangeOf)
    .filter(({ type }) => type !== '')
  if (ranges.length === 0) return true
  const matchingRanges = ['application/json', 'application/*', '*/*', '*'].map((type) =>
    ranges.filter((range) => range.type === type),
  )
  const precise = matchingRanges.find((ranges) => ranges.length > 0)
  return precise?.some(({ quality }) => quality > 0) ?? false
}

function rangeOf(text: string) {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice('q='.length)) || 0 }
}
