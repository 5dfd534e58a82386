import { type Webhook, webhooks } from '@quatrain/contract/resources/webhook.ts'
import { columnsFor, inMono } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'
import { Mark } from '#ui/Mark.tsx'

const column = columnsFor<Webhook>()

const stateOf = ({ active, paused_because }: Webhook) => {
  if (active) return 'active'
  return paused_because === '' ? 'paused' : 'paused after failures'
}

const columns = [
  column.rowNumber(),
  inMono(column.link('name', 'Name', ({ name }) => paths.webhooks.details(name), '24%')),
  inMono(column.text('address', 'Address')),
  column.count('events', 'Events', ({ events }) => events.length, '110px'),
  {
    ...column.choiceOf('active', 'State', stateOf, '190px'),
    cell: (webhook: Webhook) => (
      <Mark tone={webhook.active ? 'good' : webhook.paused_because === '' ? 'plain' : 'bad'}>{stateOf(webhook)}</Mark>
    ),
  },
]

export const WebhookListPage = () => (
  <ResourceListPage
    resource={webhooks}
    paths={paths.webhooks}
    columns={columns}
    pageSize={20}
    purpose="A webhook tells another program, such as a ticket system or a chat, what happens in this console."
  />
)
