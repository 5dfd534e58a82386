import type { Field, Item, Value } from './field.ts'
import { byIdentity, inOrder, isSameOrder, membersAt, membersOf, movedMembers } from './members.ts'
import type { Change, DataRules, Rules } from './rules.ts'
import { type Entry, keyOf, type Merged, nestedPlace, type Place, type Sides, sideOf, takenSide } from './sides.ts'

type Records = Field<'records'>

/** How lists of members with an identity are compared; `inside` compares the fields of a member. */
export function recordsRules(dataRules: DataRules): Rules<'records'> {
  const changesIn = ({ fields }: Records, before: Item, after: Item) =>
    typeof before === 'string' || typeof after === 'string' ? {} : dataRules.diff(fields, before, after)

  function diff(field: Records, before: Value | undefined, after: Value | undefined): Change<'records'> | undefined {
    const [old, now] = [byIdentity(field, before), byIdentity(field, after)]
    const added = [...now].flatMap(([id, item]) => (old.has(id) ? [] : [item]))
    const removed = [...old].flatMap(([id, item]) => (now.has(id) ? [] : [item]))
    const changed = [...now].flatMap(([id, item]) => {
      const changes = changesIn(field, old.get(id) ?? item, item)
      return Object.keys(changes).length === 0 ? [] : [{ item, changes }]
    })
    const movedIds = field.isOrdered ? movedMembers(old.keys(), new Set(now.keys())) : new Set<string>()
    const moved = [...now].flatMap(([id, item]) => (movedIds.has(id) ? [item] : []))
    if (added.length + removed.length + changed.length + moved.length === 0) return undefined
    return { kind: 'records', added, removed, changed, moved }
  }

  /** A member that one side added or removed is taken as a whole, so that no member mixes both sides. */
  function mergeMember(field: Records, sides: Sides<Item | undefined>, place: Place): Merged<Item | undefined> {
    const { base, mine, theirs } = sides
    if (typeof base === 'object' && typeof mine === 'object' && typeof theirs === 'object') {
      return dataRules.merge(field.fields, { base, mine, theirs }, place)
    }
    const isSame = (a: Item | undefined, b: Item | undefined) =>
      a === undefined || b === undefined ? a === b : Object.keys(changesIn(field, a, b)).length === 0
    const side = sideOf(sides, isSame)
    if (side === 'neither') return { value: theirs, entries: [] }
    const entry: Entry = { key: keyOf(place), labels: place.labels, side, kind: 'member', field, sides }
    return { value: sides[takenSide(entry, place.choices)], entries: [entry] }
  }

  function merge(field: Records, sides: Sides<Value | undefined>, place: Place): Merged<Item[]> {
    const members = {
      base: byIdentity(field, sides.base),
      mine: byIdentity(field, sides.mine),
      theirs: byIdentity(field, sides.theirs),
    }
    const mergedMembers = new Map<string, Item>()
    const entries: Entry[] = []
    for (const id of new Set([...members.base.keys(), ...members.theirs.keys(), ...members.mine.keys()])) {
      const member = { base: members.base.get(id), mine: members.mine.get(id), theirs: members.theirs.get(id) }
      const name = field.cellsOf(member.mine ?? member.theirs ?? member.base ?? '').join(', ')
      const merged = mergeMember(field, member, nestedPlace(place, id, name))
      if (merged.value !== undefined) mergedMembers.set(id, merged.value)
      entries.push(...merged.entries)
    }
    const order = mergeOrder(field, members, place)
    const leading = members[order.leads]
    const following = members[order.leads === 'mine' ? 'theirs' : 'mine']
    const added = [...mergedMembers.keys()].filter((id) => !leading.has(id))
    return {
      value: membersAt(inOrder(mergedMembers, leading.keys(), new Set([...following.keys(), ...added])), mergedMembers),
      entries: [...entries, ...order.entries],
    }
  }

  const size = ({ added, removed, changed, moved }: Change<'records'>) =>
    changed.reduce((sum, { changes }) => sum + dataRules.size(changes), added.length + removed.length + moved.length)

  const show = (field: Records, value: Value | undefined) =>
    membersOf(value)
      .map((item) => [field.cellsOf(item).join(', '), showMember(field, item)].filter(Boolean).join(': '))
      .join(Object.keys(field.fields).length === 0 ? ', ' : '; ')

  const showMember = ({ fieldsOf }: Records, item: Item) =>
    typeof item === 'string' ? '' : dataRules.show(fieldsOf(item), item)

  return { diff, size, show, merge }
}

type Members = Sides<ReadonlyMap<string, Item>>

/** The side whose order the result has: the one that changed it, comparing only the members that all three have. */
function mergeOrder(field: Records, members: Members, place: Place): { leads: keyof Members; entries: Entry[] } {
  const { base, mine, theirs } = members
  const common = (side: ReadonlyMap<string, Item>) =>
    [...side.keys()].filter((id) => base.has(id) && mine.has(id) && theirs.has(id))
  const orders = { base: common(base), mine: common(mine), theirs: common(theirs) }
  const side = field.isOrdered ? sideOf(orders, isSameOrder) : 'neither'
  if (side === 'neither') return { leads: 'theirs', entries: [] }
  const key = keyOf(nestedPlace(place, 'order'))
  const itemsOf = (side: keyof Members) => membersAt(orders[side], members[side])
  const sides = { base: itemsOf('base'), mine: itemsOf('mine'), theirs: itemsOf('theirs') }
  const entry: Entry = { key, labels: place.labels, side, kind: 'order', field, sides }
  return { leads: takenSide(entry, place.choices), entries: [entry] }
}
