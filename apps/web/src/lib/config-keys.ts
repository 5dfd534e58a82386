const meanings: ReadonlyMap<string, string> = new Map([
  ['maxCheckAttempts', 'Tries before a bad state counts; 1 for no retry'],
  ['timeout', 'Seconds that the probe may take'],
  ['path', 'Directory of the executable'],
  ['interval', 'Minutes between checks'],
  ['retryInterval', 'Minutes until the next try after a change of state'],
])

/** What a key of a configuration means; nothing for one that only a probe knows. */
export const meaningOfConfigKey = (key: string): string | undefined => meanings.get(key)
