import type { changeList } from '@quatrain/contract/home.ts'
import type { AnswerOf, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { readPage } from '#kit/resource/read-page.ts'
import type { Context } from '#request/context.ts'

/** A page of the activity log: what was added, changed and deleted of these kinds, each object by itself. */
export async function listChanges(
  { db }: Context,
  { sort = '-at', actor, action, kind, name, ...page }: InputOf<typeof changeList>['query'],
  kinds: readonly string[],
): Promise<AnswerOf<typeof changeList>> {
  const wanted = kinds.filter((known) => kind === undefined || kind === '' || known === kind)
  const { rows, total } = await readPage(
    db,
    db
      .selectFrom('activity')
      .select(['at', 'actor', 'kind', 'object_id', 'object_name', 'number'])
      .select(({ ref }) => ref('action').$castTo<'add' | 'change' | 'delete'>().as('action'))
      .where('kind', 'in', wanted.length > 0 ? wanted : [''])
      .where('action', 'in', action === undefined ? ['add', 'change', 'delete'] : [action])
      .$if(Boolean(actor), (query) => query.where('actor', 'ilike', containing(actor ?? '')))
      .$if(Boolean(name), (query) => query.where('object_name', 'ilike', containing(name ?? '')))
      // Numbers follow time, and are the key.
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

/** A pattern for texts with this part; what is special in a pattern stands for itself. */
const containing = (part: string) => `%${part.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
