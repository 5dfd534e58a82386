import { Readable } from 'node:stream'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { pageOf, type VersionSource, versionHead } from './version-source.ts'

type Rows = readonly unknown[]

/** All versions of one object, newest first, page by page. */
export async function* pagesOf(source: VersionSource): AsyncGenerator<Rows> {
  for (let beforeNumber: number | undefined; ; ) {
    const { rows, next } = await pageOf(source, beforeNumber)
    yield rows.map(versionHead)
    if (next === undefined) return
    beforeNumber = next
  }
}

/**
 * The response with a list that is read in pages: complete if it is one page, else a stream of the same bytes. It reads
 * a page when the previous one was sent, so that neither a long list fills the memory nor a slow client occupies a
 * session of the database. The first page is read before the response starts.
 */
export async function inPages(
  { answer, method, path }: Endpoint,
  pages: AsyncGenerator<Rows>,
): Promise<Rows | Readable> {
  const first = await pages.next()
  if (first.done) return []
  const second = await pages.next()
  if (second.done) return first.value
  if (!(answer instanceof z.ZodArray)) throw new Error(`${method} ${path} answers no list.`)
  const serialize = serializerCompiler({ schema: answer.element, method, url: path })
  async function* texts() {
    yield `[${linesOf(first.value)}`
    yield `,${linesOf(second.value)}`
    for await (const page of pages) yield `,${linesOf(page)}`
    yield ']'
  }
  const linesOf = (rows: Rows) => rows.map((row) => serialize(row)).join(',')
  return Readable.from(texts())
}
