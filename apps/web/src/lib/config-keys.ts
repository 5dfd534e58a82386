const meanings: ReadonlyMap<string, string> = new Map([
  ['maxCheckAttempts', 'Number of attempts before a failure counts; 1 means no retry'],
  ['timeout', 'Timeout of the probe in seconds'],
  ['path', 'Directory of the executable'],
  ['interval', 'Minutes between checks'],
  ['retryInterval', 'Minutes until the next attempt after a change of state'],
])

/** The description of a key of a configuration; undefined for a key that only the probe knows. */
export const meaningOfConfigKey = (key: string): string | undefined => meanings.get(key)
