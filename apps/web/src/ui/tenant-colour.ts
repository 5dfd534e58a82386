/** A hue of the colour circle that belongs to a tenant's name, so that nobody takes one tenant for another. */
function tenantHue(name: string): number {
  let hash = 2166136261
  for (const character of name.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  }
  // Similar names have to differ clearly, so hues come in steps.
  return ((hash >>> 8) % 24) * 15
}

/** Dark enough to carry white text whatever the hue (contrast 5.4 and above). */
export const tenantColour = (name: string): string => `oklch(0.5 0.11 ${tenantHue(name)})`
