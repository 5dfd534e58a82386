import { createServer } from 'node:net'
import { SettingError } from '@quatrain/platform/settings.ts'

/** Throws `SettingError`, which names the variable to set, if the port is not available. */
export async function assertFree(variable: string, host: string, port: number): Promise<void> {
  const probe = createServer()
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    probe.once('error', resolve)
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)))
  })
  if (!failure) return
  const reason = failure.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${failure.code})`
  throw new SettingError(`${variable}: port ${port} of ${host} ${reason}; set another`)
}
