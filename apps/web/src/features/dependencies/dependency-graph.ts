import { Graph as Drawing, layout } from '@dagrejs/dagre'
import type { Dependencies } from '@quatrain/contract/console/dependencies.ts'
import { counted } from '#lib/words.ts'
import { type DependencyNode, labelOfKind } from './dependency-words.ts'

/** An object of the drawing, or several that are related in the same way, under their number. */
interface DrawnNode extends DependencyNode {
  readonly id: string
  readonly members?: readonly DependencyNode[]
}

/** With its place: the upper left corner. */
export interface PlacedNode extends DrawnNode {
  readonly x: number
  readonly y: number
}

interface Edge {
  readonly from: string
  readonly to: string
  readonly field: string
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The references of one object to another, with the points that their line goes through. */
export interface PlacedEdge extends Pick<Edge, 'from' | 'to'> {
  readonly id: string
  readonly fields: readonly string[]
  readonly points: readonly Point[]
}

export interface DependencyPicture {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}

export const identityOf = ({ kind, name }: Pick<DependencyNode, 'kind' | 'name'>): string => `${kind} ${name}`

export interface DependencyGraph {
  readonly nodes: readonly DependencyNode[]
  readonly edges: readonly Edge[]
}

/** The first answer with what was asked about some of its objects later. The distances are those from its own object. */
export function united([whole, ...laterAnswers]: readonly Dependencies[]): DependencyGraph {
  const nodes = new Map((whole?.nodes ?? []).map((node) => [identityOf(node), node]))
  for (const answer of laterAnswers) {
    const [start] = answer.nodes
    const distance = (start && nodes.get(identityOf(start))?.steps) ?? 0
    for (const node of answer.nodes) {
      const away = Math.abs(distance) + Math.abs(node.steps)
      const steps = (distance || node.steps) < 0 ? -away : away
      if (!nodes.has(identityOf(node))) nodes.set(identityOf(node), { ...node, steps })
    }
  }
  const edges = new Map<string, Edge>()
  for (const answer of whole ? [whole, ...laterAnswers] : []) {
    const idAt = (place: number) =>
      answer.nodes
        .slice(place, place + 1)
        .map(identityOf)
        .join()
    for (const { from, to, field } of answer.edges) {
      const edge = { from: idAt(from), to: idAt(to), field }
      if (nodes.has(edge.from) && nodes.has(edge.to)) edges.set(Object.values(edge).join('\n'), edge)
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

/** Fewer objects can be told apart at a glance. */
const leastAlike = 9

/**
 * The graph with one object for as many of a kind as refer to the same nearer objects by the same fields, or are referred to by
 * these: the metrics of a profile, the templates of those. Those in `opened`, by id, are drawn one by one.
 */
export function drawnGraph({ nodes, edges }: DependencyGraph, opened: readonly string[]) {
  const drawnIds = new Map<string, string>()
  const drawn: DrawnNode[] = []
  const ends = edges.flatMap(({ from, to, field }) => [
    { of: from, other: to, field: `${field} of it` },
    { of: to, other: from, field },
  ])
  const endsOf = Map.groupBy(ends, ({ of }) => of)
  const nearRelations = (node: DependencyNode) =>
    (endsOf.get(identityOf(node)) ?? []).flatMap(({ other, field }) => {
      const nearer = drawnIds.get(other)
      return nearer === undefined ? [] : `${field} ${nearer}`
    })
  const rings = Map.groupBy(nodes, ({ steps }) => Math.abs(steps))
  for (const [, ring] of [...rings].sort(([steps], [moreSteps]) => steps - moreSteps)) {
    const alike = Map.groupBy(ring, (node) =>
      [node.kind, node.owner, node.exists, node.steps < 0, ...nearRelations(node).sort()].join('\n'),
    )
    for (const members of alike.values()) {
      const [first] = members
      const id = `several ${first && identityOf(first)}`
      if (first && members.length >= leastAlike && !opened.includes(id)) {
        drawn.push({ ...first, id, name: counted(members.length, labelOfKind(first.kind)), members })
        for (const member of members) drawnIds.set(identityOf(member), id)
      } else {
        drawn.push(...members.map((node) => ({ ...node, id: identityOf(node) })))
        for (const member of members) drawnIds.set(identityOf(member), identityOf(member))
      }
    }
  }
  const drawnEdges = edges
    .map(({ from, to, field }) => ({ from: drawnIds.get(from) ?? from, to: drawnIds.get(to) ?? to, field }))
    .filter(({ from, to }) => from !== to)
  return {
    nodes: drawn,
    edges: [...new Map(drawnEdges.map((edge) => [Object.values(edge).join('\n'), edge])).values()],
  }
}

export const nodeSize = { width: 210, height: 44 }

/** From this many objects on, the order of the best appearance takes seconds to find. */
const manyNodes = 150

/** Places what an object needs to its left, and what needs it to its right. */
export function pictureOf({ nodes, edges }: ReturnType<typeof drawnGraph>): DependencyPicture {
  const graph = new Drawing()
  graph.setGraph({ rankdir: 'LR', nodesep: 10, ranksep: 120, marginx: 12, marginy: 12, ranker: 'tight-tree' })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize })
  for (const { from, to } of edges) graph.setEdge(to, from)
  layout(graph, { disableOptimalOrderHeuristic: nodes.length > manyNodes })
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  const placeOf = (id: string): Point => {
    const { x, y } = graph.node(id) as Point
    return { x, y }
  }
  return {
    edges: [...Map.groupBy(edges, ({ from, to }) => `${from}\n${to}`)].flatMap(([id, [edge, ...sameEnds]]) => {
      if (!edge) return []
      const [begin, end] = [placeOf(edge.to), placeOf(edge.from)]
      const { points: bends } = graph.edge(edge.to, edge.from) as { points: readonly Point[] }
      const side = begin.x < end.x ? nodeSize.width / 2 : -nodeSize.width / 2
      const points = [{ ...begin, x: begin.x + side }, ...bends.slice(1, -1), { ...end, x: end.x - side }]
      return { id, from: edge.from, to: edge.to, fields: [edge, ...sameEnds].map(({ field }) => field), points }
    }),
    width,
    height,
    nodes: nodes.map((node) => {
      const { x, y } = placeOf(node.id)
      return { ...node, x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }
    }),
  }
}

/** The object that an arrow key leads to: along an edge to the left or right, or to the next one above or below. */
export function neighbourOf({ nodes, edges }: DependencyPicture, id: string, key: string): PlacedNode | undefined {
  const current = nodes.find((node) => node.id === id)
  if (!current) return undefined
  const linked = new Set(edges.flatMap(({ from, to }) => (from === id ? to : to === id ? from : [])))
  const directions: Readonly<Record<string, (node: PlacedNode) => boolean>> = {
    left: (node) => linked.has(node.id) && node.x < current.x,
    right: (node) => linked.has(node.id) && node.x > current.x,
    up: (node) => node.x === current.x && node.y < current.y,
    down: (node) => node.x === current.x && node.y > current.y,
  }
  const distance = (node: PlacedNode) => Math.hypot(node.x - current.x, node.y - current.y)
  const isThere = directions[key.replace('Arrow', '').toLowerCase()]
  return isThere && nodes.filter(isThere).sort((a, b) => distance(a) - distance(b))[0]
}
