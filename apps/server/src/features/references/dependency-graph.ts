// Which objects need which, in memory.
import { type Dependencies, maxDependencies } from '@quatrain/contract/console/dependencies.ts'
import { reports } from '@quatrain/contract/resources/report.ts'

/** The names that a field of an object contains. */
export interface ReferringField {
  readonly kind: string
  readonly name: string
  readonly field: string
  readonly target: string
  readonly names: readonly string[]
}

export interface ReferredObject {
  readonly kind: string
  readonly name: string
  readonly key: string
  readonly group: string
}

interface Node extends ReferredObject {
  readonly exists: boolean
}

interface Link {
  /** The number of the node. */
  readonly to: number
  readonly field: string
}

export interface DependencyGraph {
  readonly nodes: readonly Node[]
  readonly numbers: ReadonlyMap<string, number>
  /** By the number of a node: what it refers to. */
  readonly needs: readonly (readonly Link[])[]
  /** By the number of a node: what refers to it. */
  readonly neededBy: readonly (readonly Link[])[]
}

const emptyGraph: DependencyGraph = { nodes: [], numbers: new Map(), needs: [], neededBy: [] }

const identityOf = (kind: string, name: string) => `${kind}\n${name}`

/** The graph of these objects and references, or another one with them. Only names of the kinds with objects can be missing. */
export function graphOf(
  fields: readonly ReferringField[],
  objects: readonly ReferredObject[],
  { nodes, numbers, needs, neededBy }: DependencyGraph = emptyGraph,
): DependencyGraph {
  const graph = {
    nodes: [...nodes],
    numbers: new Map(numbers),
    needs: needs.map((links) => [...links]),
    neededBy: neededBy.map((links) => [...links]),
  }
  const stored = new Set(objects.map(({ kind }) => kind))
  const add = (node: Node) => {
    const number = graph.nodes.push(node) - 1
    graph.numbers.set(identityOf(node.kind, node.name), number)
    graph.needs.push([])
    graph.neededBy.push([])
    return number
  }
  const numberOf = (kind: string, name: string) =>
    graph.numbers.get(identityOf(kind, name)) ?? add({ kind, name, key: name, group: '', exists: !stored.has(kind) })
  for (const object of objects)
    if (!graph.numbers.has(identityOf(object.kind, object.name))) add({ ...object, exists: true })
  for (const { kind, name, field, target, names } of fields) {
    const from = numberOf(kind, name)
    for (const refersTo of names) {
      const to = numberOf(target, refersTo)
      graph.needs[from]?.push({ to, field })
      graph.neededBy[to]?.push({ to: from, field })
    }
  }
  return graph
}

/** The numbers of the objects with this name, or with this key: all versions of a probe have the same one. */
export function nodesNamed({ nodes, numbers }: DependencyGraph, kind: string, name: string): number[] {
  const number = numbers.get(identityOf(kind, name))
  return number === undefined
    ? nodes.flatMap((node, at) => (node.kind === kind && node.key === name ? at : []))
    : [number]
}

/** How a node was reached: after how many steps, and from which one. */
interface Reached {
  readonly steps: number
  readonly from?: number
}

/** The nodes that can be reached by these links, the nearest first. */
function reach(
  links: DependencyGraph['needs'],
  starts: readonly number[],
  isWanted: (node: number, steps: number) => boolean,
): Map<number, Reached> {
  const reached = new Map<number, Reached>(starts.map((start) => [start, { steps: 0 }]))
  // A map goes on with what is added while it is read.
  for (const [from, { steps }] of reached) {
    for (const { to } of links[from] ?? []) {
      if (!reached.has(to) && isWanted(to, steps + 1)) reached.set(to, { steps: steps + 1, from })
    }
  }
  return reached
}

interface Wish {
  readonly starts: readonly number[]
  readonly maxSteps: number
  readonly isVisible: (kind: string, name: string) => boolean
  readonly ownerOf: (kind: string) => Dependencies['nodes'][number]['owner']
}

/** The nodes around others in both directions, as the caller may see them. */
export function neighbourhood(graph: DependencyGraph, { starts, maxSteps, isVisible, ownerOf }: Wish): Dependencies {
  const mayShow = (number: number) => {
    const { kind = '', name = '' } = graph.nodes[number] ?? {}
    return isVisible(kind, name)
  }
  const isNear = (number: number, steps: number) => steps <= maxSteps && mayShow(number)
  const [needs, dependents] = [reach(graph.needs, starts, isNear), reach(graph.neededBy, starts, isNear)]
  const nearest = [
    ...[...dependents].map(([number, { steps }]) => ({ number, steps })),
    ...[...needs].flatMap(([number, { steps }]) => (dependents.has(number) ? [] : { number, steps: -steps })),
  ].sort((a, b) => Math.abs(a.steps) - Math.abs(b.steps))
  const road = roadToReport(graph, starts, mayShow)
  const places = new Map(nearest.slice(0, maxDependencies).map(({ number, steps }) => [number, steps]))
  for (const [index, number] of road.entries()) if (!places.has(number)) places.set(number, index)
  const numbers = [...places.keys()]
  const positions = new Map(numbers.map((number, position) => [number, position]))
  return {
    nodes: [...places].flatMap(([number, steps]) => {
      const node = graph.nodes[number]
      return node ? { ...node, owner: ownerOf(node.kind), steps } : []
    }),
    edges: numbers.flatMap((number, from) =>
      (graph.needs[number] ?? []).flatMap(({ to: target, field }) => {
        const to = positions.get(target)
        return to === undefined ? [] : { from, to, field }
      }),
    ),
    road: road.flatMap((number) => positions.get(number) ?? []),
    isCut: nearest.length > maxDependencies,
  }
}

function roadToReport(
  { nodes, neededBy }: DependencyGraph,
  starts: readonly number[],
  mayShow: (node: number) => boolean,
) {
  const reached = reach(neededBy, starts, mayShow)
  const road: number[] = []
  let number = [...reached.keys()].find((node) => nodes[node]?.kind === reports.kind)
  while (number !== undefined) {
    road.unshift(number)
    number = reached.get(number)?.from
  }
  return road
}

/** Bytes in memory, about. */
export const sizeOfGraph = ({ nodes, needs }: DependencyGraph): number =>
  nodes.reduce((sum, { name, key }) => sum + 2 * (name.length + key.length) + 400, 0) +
  needs.reduce((sum, links) => sum + 96 * links.length, 0)
