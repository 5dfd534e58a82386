import { Button } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { download } from '#lib/download.ts'
import { Icon } from '#ui/Icon.tsx'
import classes from './Dependencies.module.css'
import { type DependencyPicture, neighbourOf, nodeSize, type PlacedEdge, type PlacedNode } from './dependency-graph.ts'
import { iconOfKind, labelOfKind, verbOf } from './dependency-words.ts'

interface Props {
  readonly picture: DependencyPicture
  /** The name of the file. */
  readonly name: string
  readonly selectedId: string
  readonly select: (id: string) => void
  readonly open: (node: PlacedNode) => void
}

/** The part of the drawing that is visible. */
interface View {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A part of this size has names in the size of text. */
const readableSize = { width: Math.min(1100, window.innerWidth), height: 560 }

/** How much smaller names may be at first, to show what the object refers to and what refers to it. */
const mostReduced = 1.7

const around = ({ x, y }: PlacedNode, { width, height }: Pick<View, 'width' | 'height'>): View => ({
  x: x + nodeSize.width / 2 - width / 2,
  y: y + nodeSize.height / 2 - height / 2,
  width,
  height,
})

/** What is visible at first: the object with its neighbours, or as many as leave their names readable. */
function firstView({ nodes, width, height }: DependencyPicture): View {
  const object = nodes.find(({ steps }) => steps === 0)
  if (!object) return { x: 0, y: 0, width, height }
  const near = nodes.filter(({ steps }) => Math.abs(steps) <= 1)
  const [left, right] = [Math.min(...near.map(({ x }) => x)), Math.max(...near.map(({ x }) => x)) + nodeSize.width]
  const [top, bottom] = [Math.min(...near.map(({ y }) => y)), Math.max(...near.map(({ y }) => y)) + nodeSize.height]
  const fitting = Math.max((right - left + 40) / readableSize.width, (bottom - top + 40) / readableSize.height, 1)
  const scale = Math.min(fitting, mostReduced)
  const size = { width: scale * readableSize.width, height: scale * readableSize.height }
  if (scale < fitting) return around(object, size)
  return { x: (left + right - size.width) / 2, y: (top + bottom - size.height) / 2, ...size }
}

const zoomed = ({ x, y, width, height }: View, factor: number): View => ({
  x: x + (width * (1 - factor)) / 2,
  y: y + (height * (1 - factor)) / 2,
  width: width * factor,
  height: height * factor,
})

const isInside = (view: View, { x, y }: PlacedNode) =>
  x >= view.x && y >= view.y && x + nodeSize.width <= view.x + view.width && y + nodeSize.height <= view.y + view.height

/** The drawn graph. Arrow keys go along its edges, Enter opens an object; it is moved by dragging. */
export function DependencyDrawing({ picture, name, selectedId, select, open }: Props) {
  const drawing = useRef<SVGSVGElement>(null)
  const isOpening = useRef(false)
  const whole: View = { x: 0, y: 0, width: picture.width, height: picture.height }
  const [view, setView] = useState<View>(() => {
    const isSmall = whole.width <= readableSize.width && whole.height <= readableSize.height
    return isSmall ? whole : firstView(picture)
  })
  const zoom = (factor: number) => setView((before) => zoomed(before, factor))
  useEffect(() => {
    const element = drawing.current
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      setView((before) => zoomed(before, event.deltaY > 0 ? 1.15 : 1 / 1.15))
    }
    const showWhole = () => setView({ x: 0, y: 0, width: picture.width, height: picture.height })
    // React's own listener cannot prevent that the browser zooms the page.
    element?.addEventListener('wheel', turn, { passive: false })
    window.addEventListener('beforeprint', showWhole)
    return () => {
      element?.removeEventListener('wheel', turn)
      window.removeEventListener('beforeprint', showWhole)
    }
  }, [picture])
  // What is selected is visible. Where several objects were opened, what had the focus is gone.
  useEffect(() => {
    const selected = picture.nodes.find(({ id }) => id === selectedId)
    if (selected) setView((before) => (isInside(before, selected) ? before : around(selected, before)))
    if (isOpening.current) drawing.current?.querySelector<SVGElement>('[data-selected="true"][role]')?.focus()
    isOpening.current = false
  }, [picture, selectedId])
  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<SVGSVGElement>) => {
    if (buttons !== 1) return
    const { clientWidth, clientHeight } = currentTarget
    setView((before) => {
      const scale = Math.max(before.width / clientWidth, before.height / clientHeight)
      return { ...before, x: before.x - movementX * scale, y: before.y - movementY * scale }
    })
  }
  // Hundreds of objects are not rendered again while the drawing is moved.
  const content = useMemo(() => {
    const press = (event: KeyboardEvent, node: PlacedNode) => {
      if (event.key === 'Enter') {
        isOpening.current = node.members !== undefined
        open(node)
      }
      if (event.key.startsWith('Arrow')) event.preventDefault()
      const next = neighbourOf(picture, node.id, event.key)
      if (next) drawing.current?.querySelector<SVGElement>(`[data-id="${CSS.escape(next.id)}"]`)?.focus()
    }
    const isSelected = ({ from, to }: PlacedEdge) => from === selectedId || to === selectedId
    return (
      <>
        {picture.edges.map((edge) => (
          <path key={edge.id} className={classes.edge} data-selected={isSelected(edge)} d={lineThrough(edge.points)} />
        ))}
        {picture.nodes.map((node) => (
          // biome-ignore lint/a11y/useSemanticElements: drawings have no buttons
          <g
            key={node.id}
            data-id={node.id}
            data-owner={node.owner}
            data-selected={node.id === selectedId}
            data-missing={!node.exists}
            className={classes.node}
            transform={`translate(${node.x} ${node.y})`}
            role="button"
            tabIndex={node.id === selectedId ? 0 : -1}
            aria-pressed={node.id === selectedId}
            aria-label={node.members ? node.name : `${labelOf(node)} ${node.name}`}
            onFocus={() => select(node.id)}
            onClick={({ currentTarget }) => currentTarget.focus()}
            onDoubleClick={() => open(node)}
            onKeyDown={(event) => press(event, node)}
          >
            {node.members && <rect {...nodeSize} x="5" y="-5" rx={corners[node.owner]} />}
            <rect {...nodeSize} rx={corners[node.owner]} />
            <g transform="translate(10 13)">
              <Icon name={iconOfKind(node.kind)} />
            </g>
            {/* biome-ignore lint/a11y/noSvgWithoutTitle: it only cuts long names */}
            <svg x="36" width={nodeSize.width - 42} height={nodeSize.height}>
              <text y="18" className={classes.kind}>
                {labelOf(node)}
              </text>{' '}
              <text y="34">{node.name}</text>
            </svg>
          </g>
        ))}
        {picture.edges.filter(isSelected).map((edge) => (
          <text key={edge.id} className={classes.verb} x={middleOf(edge)?.x} y={(middleOf(edge)?.y ?? 0) - 4}>
            {verbsOf(edge)}
          </text>
        ))}
      </>
    )
  }, [picture, selectedId, select, open])
  return (
    <div className={classes.drawing}>
      <div className={classes.tools}>
        <Button size="compact-sm" variant="default" aria-label="Zoom in" onClick={() => zoom(1 / 1.3)}>
          +
        </Button>
        <Button size="compact-sm" variant="default" aria-label="Zoom out" onClick={() => zoom(1.3)}>
          −
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setView(whole)}>
          Fit
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => drawing.current && download(`${name}.svg`, fileOf(drawing.current, whole), 'image/svg+xml')}
        >
          Download as SVG
        </Button>
        <span className={classes.note}>
          Arrow keys go along the lines, Enter opens an object, Ctrl and the wheel zoom.
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fields */}
      <svg
        ref={drawing}
        className={classes.graph}
        viewBox={[view.x, view.y, view.width, view.height].join(' ')}
        role="group"
        aria-label="Graph"
        onPointerMove={drag}
      >
        {content}
      </svg>
    </div>
  )
}

/** Whose the object is can be seen by its corners, too. */
const corners = { catalogue: 0, tenant: 8, topology: 22 } as const

const labelOf = ({ kind, exists }: PlacedNode) => `${exists ? '' : 'missing '}${labelOfKind(kind)}`

/** A smooth line through these points. */
function lineThrough([begin, ...points]: PlacedEdge['points']): string {
  const bends = points.map((point, index) => {
    const next = points[index + 1]
    return next
      ? `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
      : `L${point.x} ${point.y}`
  })
  return `M${begin?.x} ${begin?.y}${bends.join('')}`
}

const verbsOf = ({ fields }: PlacedEdge): string => [...new Set(fields.map(verbOf))].join(', ')

const middleOf = ({ points }: PlacedEdge) => points[Math.floor(points.length / 2)]

const styles = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'text-anchor',
  'paint-order',
  'color',
]

/** The whole drawing as a file, which has the styles that the page gives it. */
function fileOf(drawing: SVGSVGElement, { width, height }: View): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const [originals, copies] = [drawing, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>('*')])
  for (const [index, element] of (copies ?? []).entries()) {
    const original = originals?.[index]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of styles) element.style.setProperty(name, style.getPropertyValue(name))
    element.removeAttribute('class')
  }
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}
