/** A hue for the name of a tenant, so that users do not confuse tenants. */
function tenantHue(name: string): number {
  let hash = 2166136261
  for (const character of name.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  }
  // Hues have steps, so that those of similar names differ clearly.
  return ((hash >>> 8) % 24) * 15
}

/** Dark enough for white text with any hue (contrast at least 5.4). */
export const tenantColour = (name: string): string => `oklch(0.5 0.11 ${tenantHue(name)})`
