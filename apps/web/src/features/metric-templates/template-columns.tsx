import type { MetricTemplateRow } from '@quatrain/contract/resources/metric-template.ts'
import { Link } from 'react-router'
import { type Column, columnsFor, inMono } from '#kit/list/columns.tsx'
import { tagsInOrder, toneOfTag } from '#lib/tags.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { MarkLine } from '#ui/MarkLine.tsx'
import { BeingDeletedMark } from './BeingDeleted.tsx'
import type { TemplatePlaces } from './template-places.ts'

const column = columnsFor<MetricTemplateRow>()

/** The columns of the list. Only members of the super-tenant see `tenants`; the others see operating systems. */
export function templateColumns(
  { templates, probeVersion }: TemplatePlaces,
  tenants?: Column<MetricTemplateRow>,
): Column<MetricTemplateRow>[] {
  const tags: Column<MetricTemplateRow> = {
    id: 'tags',
    header: 'Tag',
    cell: ({ tags }) => <MarkLine words={tagsInOrder(tags)} toneOf={toneOfTag} />,
    sort: ({ tags }) => tags.join(' '),
    filter: { kind: 'choice', of: ({ tags }) => tags },
  }
  const name = column.link('name', 'Name', ({ name }) => templates.details(name), '28%')
  return [
    inMono({
      ...name,
      cell: (template, number) => (
        <>
          {name.cell(template, number)}
          {template.deleted_by !== undefined && <BeingDeletedMark by={template.deleted_by} />}
        </>
      ),
    }),
    inMono({
      ...column.text('probeversion', 'Probe version', '20%'),
      cell: ({ probeversion }) => {
        const to = probeVersion(probeversion)
        return (
          <ClampedText text={probeversion}>
            {to === undefined ? undefined : <Link to={to}>{probeversion}</Link>}
          </ClampedText>
        )
      },
    }),
    column.choice('mtype', 'Type', '110px'),
    ...(tenants ? [tags, tenants] : [systems, tags]),
  ]
}

const systems: Column<MetricTemplateRow> = {
  id: 'ostag',
  header: 'OS',
  cell: ({ ostag }) => <ClampedText text={ostag.join(', ')} />,
  sort: ({ ostag }) => ostag.join(' '),
  filter: { kind: 'choice', of: ({ ostag }) => ostag },
  width: '16%',
}

export const rowNumber = column.rowNumber()
