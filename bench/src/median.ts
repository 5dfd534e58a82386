/** The median of some figures; of an even number of them, the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  return percentile(figures, 0.5)
}

/** The quantile of `share`, interpolated linearly. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low = Number.NaN, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place - Math.floor(place))
}
