import { Graph as Drawing, layout } from '@dagrejs/dagre'
import type { Dependencies } from '@quatrain/contract/console/dependencies.ts'
import type { DependencyNode } from './dependency-words.ts'

/** An object with its place in the drawing: the upper left corner. */
export interface PlacedNode extends DependencyNode {
  readonly id: string
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

interface Graph {
  readonly nodes: readonly DependencyNode[]
  readonly edges: readonly Edge[]
}

/** The first answer with what was asked about some of its objects later. The distances are those from its own object. */
export function united([whole, ...laterAnswers]: readonly Dependencies[]): Graph {
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

export const nodeSize = { width: 210, height: 44 }

/** From this many objects on, the order of the best appearance takes seconds to find. */
const manyNodes = 150

/** Places what an object needs to its left, and what needs it to its right. */
export function pictureOf({ nodes, edges }: Graph): DependencyPicture {
  const graph = new Drawing()
  graph.setGraph({ rankdir: 'LR', nodesep: 10, ranksep: 120, marginx: 12, marginy: 12, ranker: 'tight-tree' })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const node of nodes) graph.setNode(identityOf(node), { ...nodeSize })
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
      const id = identityOf(node)
      const { x, y } = placeOf(id)
      return { ...node, id, x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }
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
