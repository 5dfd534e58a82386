import type { Db } from '#request/tenancy.ts'
import type { RemoteCollection, RemoteDocuments, WebApi } from '#request/web-api.ts'

/** What names an object in both stores: its name, and the id that the Web API gave it. */
export interface Identity {
  readonly name: string
  readonly apiid: string
}

export type Which = Pick<Identity, 'name'> | Pick<Identity, 'apiid'>

/**
 * How one kind of object is kept in both stores. `Content` is what callers send without the id, `Stored` is an object of our
 * own store, `Item` and `Input` are what the Web API answers and takes. Writes, undoing them, recovery and the comparison
 * of the two stores follow from it.
 */
export interface DocumentAdapter<
  Content,
  Stored extends Content & Identity,
  Item extends object,
  Input extends object,
> {
  readonly resource: { readonly kind: string; readonly label: { readonly one: string } }
  readonly remote: (webApi: WebApi) => RemoteDocuments<Item, Input>
  /** The same as the Web API keeps it; `current` is what it has now, for members that the console does not know. */
  readonly toRemote: (content: Content, current?: Item) => Input
  /** The members that count when two are compared: without those that the Web API fills in. Absent: all of `Input`. */
  readonly comparable?: (document: Item | Input) => object
  readonly find: (db: Db, which: Which) => Promise<Stored | undefined>
}

/** The same for a kind of which there are many, which people add and delete. */
export interface CollectionAdapter<
  Content,
  Stored extends Content & Identity,
  Item extends object,
  Input extends object,
> extends DocumentAdapter<Content, Stored, Item, Input> {
  readonly remote: (webApi: WebApi) => RemoteCollection<Item, Input>
  readonly findAll: (db: Db) => Promise<Stored[]>
  /** What the Web API keeps that uses the object, a sentence for each kind: it cannot be deleted then. */
  readonly dependents?: (webApi: WebApi, apiid: string) => Promise<string[]>
}
