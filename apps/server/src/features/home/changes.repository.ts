import type { changeList } from '@quatrain/contract/console/home.ts'
import type { AnswerOf, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { sql } from 'kysely'
import { containing } from '#kit/resource/containing.ts'
import { readPage } from '#kit/resource/read-page.ts'
import type { Context } from '#request/context/context.ts'

/** A page of the activity log: what was added, changed and deleted of these kinds, each object by itself. */
export async function listChanges(
  { db }: Context,
  { sort = '-at', actor, action, kind, name, ...page }: InputOf<typeof changeList>['query'],
  kinds: readonly string[],
): Promise<AnswerOf<typeof changeList>> {
  const wantedKinds = kinds.filter((readableKind) => kind === undefined || kind === '' || readableKind === kind)
  const { rows, total } = await readPage(
    db,
    db
      .selectFrom('activity')
      .select(['at', 'actor', 'kind', 'object_id', 'object_name', 'number'])
      .select(({ ref }) => ref('action').$castTo<'add' | 'change' | 'delete'>().as('action'))
      // Each list is one parameter, so that the statement is the same for lists of every length.
      .where(sql<boolean>`kind = any(${wantedKinds}::text[])`)
      .where(sql<boolean>`action = any(${action === undefined ? actions : [action]}::text[])`)
      .$if(Boolean(actor), (query) => query.where('actor', 'ilike', containing(actor ?? '')))
      .$if(Boolean(name), (query) => query.where('object_name', 'ilike', containing(name ?? '')))
      // Rows that were imported have later numbers than changes that were made after them.
      .orderBy('at', sort === 'at' ? 'asc' : 'desc')
      .orderBy('number', sort === 'at' ? 'asc' : 'desc'),
    page,
  )
  return {
    rows: rows.map(({ at, object_id, object_name, ...change }) => {
      return { ...change, at: new Date(at).toISOString(), id: object_id, name: object_name }
    }),
    total,
  }
}

/** The rows about changes of objects. */
const actions = ['add', 'change', 'delete']
