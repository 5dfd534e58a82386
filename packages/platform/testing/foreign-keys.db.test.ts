import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scope } from '../src/database/scope.ts'
import { bothDatabases } from './databases.ts'
import { unindexedForeignKeys } from './foreign-keys.ts'

describe.each(bothDatabases)('foreign keys without an index on $name', (kind) => {
  test('are those whose columns no index starts with, in any order', async () => {
    const database = await kind.open()
    onTestFinished(() => database.close())
    const db = database.within<unknown>(scope({ schema: 'public' }))
    await sql
      .raw(`
        create table parent (a integer, b integer, primary key (a, b));
        create table served (a integer, b integer, c integer,
          constraint by_primary_key foreign key (a, b) references parent, primary key (b, a, c));
        create table partly (a integer, b integer,
          constraint by_first_column_only foreign key (a, b) references parent);
        create index on partly (a);
        create table behind (a integer, b integer, c integer,
          constraint behind_another_column foreign key (a, b) references parent);
        create index on behind (c, a, b);
        create table partial (a integer, b integer, constraint not_for_every_row foreign key (a, b) references parent);
        create index on partial (a, b) where a > 0;
      `)
      .execute(db)
    expect(await unindexedForeignKeys(db)).toEqual([
      'behind.behind_another_column',
      'partial.not_for_every_row',
      'partly.by_first_column_only',
    ])
  })
})
