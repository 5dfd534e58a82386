import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cleanUpAfterExit } from '@quatrain/platform/testing/clean-up-after-exit.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { type Program, startProgram } from './programs.ts'

export const demoScript = 'apps/server/src/demo.ts'

/** The demonstration as `npm run demo` starts it. */
export interface Demonstration extends Program {
  readonly port: number
  readonly webApiPort: number
}

/** A folder for the demonstration's data. The caller removes it; otherwise it is removed when this process ends. */
export function demoFolder(): { readonly data: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-e2e-'))
  const cleanUp = cleanUpAfterExit('rm -rf "$1"', folder)
  return {
    // Neither the folder nor its parent exists yet.
    data: join(folder, 'demonstration', 'data'),
    remove() {
      rmSync(folder, { recursive: true, force: true })
      cleanUp.now()
    },
  }
}

/** Copies the data of a demonstration that was stopped, with what it keeps beside them. */
export const copyDemonstration = (from: string, to: string): void =>
  cpSync(dirname(from), dirname(to), { recursive: true })

/** Starts the demonstration on free ports; an empty folder is filled first. It ends with this process at the latest. */
export async function startDemonstration(data: string): Promise<Demonstration> {
  const [port, webApiPort, identityProviderPort] = [await freePort(), await freePort(), await freePort()]
  const program = await startProgram(
    demoScript,
    {
      QUATRAIN_DATA: data,
      QUATRAIN_PORT: String(port),
      QUATRAIN_WEBAPI_PORT: String(webApiPort),
      QUATRAIN_IDENTITY_PROVIDER_PORT: String(identityProviderPort),
    },
    /Ctrl-C stops\./,
  )
  const cleanUp = cleanUpAfterExit('kill -KILL "$1"', String(program.pid))
  void program.ending.then(() => cleanUp.now())
  return { ...program, port, webApiPort }
}
