import type { z } from 'zod'
import type { Db, Tenant } from '#request/tenancy.ts'
import type { RemoteCollection, RemoteDocuments, WebApi } from '#request/web-api.ts'
import type { Identities } from './document-fields.ts'

/** The identity of an object in both stores: its name, and the id that the Web API assigned. */
export interface Identity {
  readonly name: string
  readonly apiid: string
}

export type Which = Pick<Identity, 'name'> | Pick<Identity, 'apiid'>

/**
 * How one kind of object is stored in both stores. `Content` is the input without the id, `Stored` is an object in the
 * console's database, `Item` and `Input` are a response and an input of the Web API. Writes, their undo, recovery and
 * the comparison of the two stores follow from it.
 */
export interface DocumentAdapter<
  Content,
  Stored extends Content & Identity,
  Item extends object,
  Input extends object,
> {
  readonly resource: { readonly kind: string; readonly label: { readonly one: string } }
  readonly remote: (webApi: WebApi) => RemoteDocuments<Item, Input>
  /** The schema of its documents in the Web API. A change keeps the fields that it does not declare. */
  readonly item: z.ZodType<Item>
  /** The lists of a document whose items keep such fields, with the fields that identify an item. */
  readonly identities?: Identities
  /** The object as an input of the Web API; `current` is its document there, unless the object is being added. */
  readonly toRemote: (
    content: Content,
    place: { readonly tenant: Tenant; readonly current?: Item | undefined },
  ) => Input
  /** The fields that comparisons use: without those that the Web API sets. By default all declared ones of `Input`. */
  readonly comparable?: (document: Item | Input) => object
  readonly find: (db: Db, which: Which) => Promise<Stored | undefined>
}

/** A kind with many objects, which users add and delete. */
export interface CollectionAdapter<
  Content,
  Stored extends Content & Identity,
  Item extends object,
  Input extends object,
> extends DocumentAdapter<Content, Stored, Item, Input> {
  readonly remote: (webApi: WebApi) => RemoteCollection<Item, Input>
  readonly findAll: (db: Db) => Promise<Stored[]>
  /** The dependents in the Web API, a sentence for each kind, which prevent a delete. */
  readonly dependents?: (webApi: WebApi, apiid: string) => Promise<string[]>
}
