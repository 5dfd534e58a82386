/** The lines of texts, each once, without blank ones: two side effects can have the same message. */
export const linesOf = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => text?.split('\n') ?? []).filter((line) => line.trim() !== '')),
]
