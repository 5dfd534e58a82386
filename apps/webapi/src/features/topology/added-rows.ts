import { type Batch, hashSize, rowsOf } from './received-rows.ts'
import { readNormalForm } from './topology-row.ts'

/** Rows of a batch and their tags as JSON, as the database receives them. */
export interface AddedRows {
  readonly rows: string
  /** Each distinct tag with the ids of its rows. */
  readonly tags: string
}

/** The rows with these numbers in a batch, with consecutive ids. */
export function addedRows(batch: Batch, numbers: readonly number[], firstId: number): AddedRows {
  const lines = rowsOf(batch)
  const tagged = new TaggedIds()
  const added = numbers.map((number, index) => {
    const id = firstId + index
    const { fields, tags, tenant, written } = readNormalForm(lines[number] ?? '')
    tagged.add(id, tags)
    const hash = batch.hashes.toString('base64', number * hashSize, (number + 1) * hashSize)
    return { id, hash, ...fields, tenant, written }
  })
  return { rows: JSON.stringify(added), tags: JSON.stringify([...tagged.all()]) }
}

/** The ids of rows by the names and values of their tags. */
class TaggedIds {
  readonly #ids = new Map<string, Map<string, number[]>>()

  add(id: number, tags: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(tags)) {
      const byValue = this.#ids.get(name) ?? new Map<string, number[]>()
      const ids = byValue.get(value)
      if (ids) ids.push(id)
      else byValue.set(value, [id])
      this.#ids.set(name, byValue)
    }
  }

  *all() {
    for (const [name, byValue] of this.#ids) {
      for (const [value, items] of byValue) yield { name, value, items }
    }
  }
}
