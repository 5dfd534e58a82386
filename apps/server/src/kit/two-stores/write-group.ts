import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { staleVersion } from '@quatrain/platform/errors.ts'
import type { Hold, Reference, Target } from '#kit/intents/intents.ts'
import type { Context } from '#request/context/context.ts'
import type { Db, Waits } from '#request/tenancy/tenancy.ts'

/** What the Web API has confirmed. */
export interface Applied {
  /** The id of the object in the Web API; empty for what has none. */
  readonly id: string
  /** Throws if the Web API does not have it. */
  readonly check: () => Promise<void>
}

/** The local write. It gets the id of the object in the Web API. */
export type LocalWrite<Saved> = (ctx: Context, id: string) => Promise<Saved>

export interface TwoStoreWrite<Saved> extends Target {
  /**
   * Reads the state of the Web API that the write requires, and returns the remote write: one call, which has to fail if that
   * state has changed. The database holds no locks. Throws if the Web API could not perform the write.
   */
  readonly readRemote: () => Promise<() => Promise<Applied>>
  /**
   * Throws if the state of the Web API forbids the write. A dry run calls it too, so that a refusal is reported at
   * once.
   */
  readonly assertRemoteAllows?: () => Promise<void>
  /**
   * Checks everything in the database that could refuse the write, reads what the write needs, and returns it; of a delete
   * also the dependents. `key` is the name of the object, if it may have changed since it was read. Called when the write is
   * claimed, and again before the local write if anything has changed meanwhile.
   */
  readonly prepare: (ctx: Context) => Promise<{ readonly write: LocalWrite<Saved>; readonly key?: string }>
  /** What `readRemote` sends, once it is prepared: writes of a group send it before the transaction that stores it. */
  readonly content?: () => unknown
  /** The id of the object in the Web API that a delete removes. */
  readonly removedId?: string
  /**
   * The objects in both stores that the written object refers to: the write is refused while one of them is being
   * deleted.
   */
  readonly references: readonly Reference[]
  /** What its transactions wait for besides other writes of the tenant. */
  readonly waits?: Waits | undefined
  /** What recovery needs; called again with the id when the result of the remote write is known. */
  readonly memo?: (id?: string) => unknown
  /**
   * Undoes the remote write. State that the write did not cause may be changed only after `hold`. If it is absent, the
   * write is completed instead.
   */
  readonly undoRemote?: (ctx: Context, id: string, hold: Hold) => Promise<void>
}

/** A write to both stores in a group. */
export interface Member {
  readonly write: TwoStoreWrite<unknown>
  /** Takes the place of the id of an added object until the Web API has assigned one: other members can refer to it. */
  readonly placeholder: string
  /** What the Web API has confirmed, once it is sent. */
  readonly applied?: Applied
}

/**
 * Several writes that reach both stores or neither (decision 165). They run twice, in two transactions: the first collects what is to
 * be sent to the Web API, the second stores what the Web API has confirmed.
 */
export class WriteGroup {
  readonly members: Member[] = []
  /** The ids that the Web API has assigned, by their placeholders. */
  readonly ids = new Map<string, string>()
  #stored = 0
  #isStoring = false

  /** Makes the writes of this transaction members of the group: they call the Web API later. */
  collect(db: Db): void {
    groups.set(db, this)
  }

  /** Makes the writes of this transaction store what the members have sent, in the same order. */
  store(db: Db): void {
    this.#isStoring = true
    groups.set(db, this)
  }

  /** Throws `stale_version` if a write would store something else than what was sent. */
  async join<Saved>(ctx: Context, write: TwoStoreWrite<Saved>): Promise<Saved> {
    const { write: local, key = write.key } = await write.prepare(ctx)
    if (!this.#isStoring) {
      const placeholder = randomUUID()
      this.members.push({ write: { ...write, key }, placeholder })
      return local(ctx, placeholder)
    }
    const member = this.members[this.#stored]
    this.#stored += 1
    const isSent =
      member?.write.action === write.action &&
      member.write.resource.kind === write.resource.kind &&
      member.write.key === key &&
      isDeepStrictEqual(this.withIds(member.write.content?.()), this.withIds(write.content?.()))
    if (!isSent) throw staleVersion(`The ${write.resource.label.one} ${key}, or what it refers to,`)
    return local(ctx, member.applied?.id ?? write.removedId ?? '')
  }

  /** The content with the ids that the Web API has assigned, where it refers to objects that members have added. */
  withIds<Content>(content: Content): Content {
    if (this.ids.size === 0 || content === undefined) return content
    return JSON.parse(JSON.stringify(content), (_, value: unknown) =>
      typeof value === 'string' ? (this.ids.get(value) ?? value) : value,
    )
  }
}

const groups = new WeakMap<object, WriteGroup>()

/** The group whose writes this transaction makes; undefined for others. It is known after the transaction, too. */
export const groupIn = (db: object): WriteGroup | undefined => groups.get(db)
