/** A small change of the product that a test must find. */
export interface Fault {
  /** What is wrong, as a statement: `an expired key is accepted`. */
  readonly name: string
  /** The file of the product, from the root of the repository. */
  readonly file: string
  /** It occurs once in the file. */
  readonly text: string
  readonly replacement: string
  /** The test files that find it. */
  readonly foundBy: readonly string[]
}

/** The projects of the tests in `vitest.config.ts` that can contain this file. */
export function projectsOf(testFile: string): readonly string[] {
  if (testFile.endsWith('.spec.ts')) return ['e2e']
  if (testFile.endsWith('.db.test.ts')) return ['database', 'isolated']
  return testFile.endsWith('.tsx') ? ['web', 'web-isolated'] : ['unit', 'unit-isolated']
}

/** The text of a file with the fault. Throws if the text to replace does not occur exactly once. */
export function withFault(content: string, { name, file, text, replacement }: Fault): string {
  const [before, after, ...others] = content.split(text)
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`The text of the fault "${name}" must occur once in ${file}.`)
  return before + replacement + after
}
