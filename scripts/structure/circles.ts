/** The circles of a graph, each as a list of its nodes: Tarjan's strongly connected components. */
export function circlesOf(graph: ReadonlyMap<string, Iterable<string>>): readonly (readonly string[])[] {
  const components = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  const visit = (node: string): number => {
    const number = components.size
    components.set(node, number)
    open.push(node)
    let low = number
    for (const next of graph.get(node) ?? []) {
      if (!components.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? components.get(next) ?? low)
      lowest.set(node, low)
    }
    if (low === number) {
      const members = open.splice(open.indexOf(node))
      if (members.length > 1) circles.push(members.toSorted())
    }
    return low
  }
  for (const node of graph.keys()) if (!components.has(node)) visit(node)
  return circles
}
