import { createHash } from 'node:crypto'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import {
  type DefaultPortDocument,
  type DefaultPortInput,
  defaultPorts,
} from '@quatrain/contract/resources/default-port.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { assertFreshGuard, authorize } from '#kit/http/authorize.ts'
import type { Change } from '#kit/recording/changes.ts'
import { describeChange, listing } from '#kit/recording/describe-change.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { StoredPort } from './default-ports.repository.ts'
import * as repository from './default-ports.repository.ts'

interface SavedPorts extends Notices {
  readonly ports: StoredPort[]
  readonly guard: string
}

/**
 * Replaces the list: new names are added, changed values stored, missing ports removed. Throws `stale_version` if the
 * list has changed since the user read it.
 */
export const replacePorts = (ctx: Context, submitted: readonly DefaultPortInput[]): Promise<SavedPorts> =>
  inTransaction(ctx, async (ctx) => {
    authorize(ctx, 'change', defaultPorts)
    await repository.lock(ctx.db)
    const storedPorts = await repository.findAll(ctx.db)
    assertFreshGuard(ctx, 'The list of default ports', guardOfPorts(storedPorts))
    assertIntended(ctx, submitted)
    await repository.replace(ctx.db, submitted)
    const ports = await repository.findAll(ctx.db)
    await record(ctx, changesBetween(storedPorts, ports))
    return { ports, guard: guardOfPorts(ports), ...warningOf(storedPorts, ports) }
  })

/** Identifies exactly these ports. */
export function guardOfPorts(ports: readonly StoredPort[]): string {
  const versions = JSON.stringify(ports.map(({ id, rowVersion }) => [id, rowVersion]))
  return createHash('sha256').update(versions).digest('base64url')
}

/** An accidentally empty list would remove everything, so it requires a preview. */
function assertIntended({ write: { dryRun, ifPreviewMatch } }: Context, submitted: readonly DefaultPortInput[]): void {
  if (submitted.length > 0 || dryRun || ifPreviewMatch !== undefined) return
  throw invalidInput({
    ports:
      'An empty list removes every port: ask with dry_run what it would do, and repeat its preview in If-Preview-Match',
  })
}

const { kind } = defaultPorts
const documentOf = ({ name, value }: StoredPort): DefaultPortDocument => ({ name, value })

function changesBetween(storedPorts: readonly StoredPort[], after: readonly StoredPort[]): Change[] {
  const [old, now] = [portsById(storedPorts), portsById(after)]
  const removed = storedPorts.flatMap((port) => {
    const { id, name, rowVersion } = port
    return now.has(id) ? [] : [{ kind, id, name, before: documentOf(port), rowVersion }]
  })
  const saved = after.flatMap<Change>((port) => {
    const stored = old.get(port.id)
    const { id, name } = port
    if (stored?.rowVersion === port.rowVersion) return []
    if (!stored) return [{ kind, id, name, after: documentOf(port) }]
    const [then, document] = [documentOf(stored), documentOf(port)]
    const comment = () => describeChange(defaultPorts.compared, then, document)
    return [{ kind, id, name, before: then, after: document, rowVersion: stored.rowVersion, comment }]
  })
  return [...saved, ...removed]
}

/** Templates still refer to a removed port, so the user is informed. */
function warningOf(storedPorts: readonly StoredPort[], after: readonly StoredPort[]): Notices {
  const now = portsById(after)
  const lines = storedPorts.flatMap(({ id, name, metrictemplates: templates }) => {
    if (now.has(id) || templates.length === 0) return []
    const templateNoun = templates.length === 1 ? 'metric template' : 'metric templates'
    return [`${name} is still an attribute of the ${templateNoun} ${listing(templates)}.`]
  })
  return lines.length > 0 ? { warning: lines.join('\n') } : {}
}

const portsById = (ports: readonly StoredPort[]) => new Map(ports.map((port) => [port.id, port]))
