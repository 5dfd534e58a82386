// The order matters: most browsers also name others that they resemble.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (names: typeof browsers, text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/** What a browser calls itself, in words: `Firefox on Linux`. Programs are called as they call themselves. */
export function deviceWords(device: string): string {
  if (device === '') return 'Unknown device'
  const [browser, system] = [nameIn(browsers, device), nameIn(systems, device)]
  if (browser === undefined) return system ?? device
  return system === undefined ? browser : `${browser} on ${system}`
}
