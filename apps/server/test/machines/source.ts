/**
 * What the source of a tenant's connectors contains at a time of a day: most of it stays, some hosts come and go. Sites 7
 * and 8 are not certified, and every fourth host is not monitored.
 */
export function sourceOf(tenant: string, day: string, part: 'morning' | 'evening') {
  const number = Number(day.slice(-2))
  const seed = number * 2 + (part === 'evening' ? 1 : 0)
  const site = (index: number) => `${tenant}-SITE-${index}`
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

  const groups = numbers(6 + (number % 3)).map((index) => ({
    group: `${tenant} ÄLV`,
    type: 'NGI',
    subgroup: site(index),
    tags: { certification: 'Certified', scope: index % 2 === 0 ? 'alpha, beta' : 'alphabet' },
  }))
  const endpoints = numbers(40).flatMap((index) => {
    if ((index + seed) % 9 === 0) return []
    const service = index % 3 === 0 ? 'storage' : 'web'
    const hostname = `host-${index}.${site(index % 9).toLowerCase()}.example`
    // Sorted, as they are returned.
    const tags = {
      ...(index % 5 === 0 && { info_URL: `https://${hostname}:8443/?run=${seed}` }),
      monitored: index % 4 === 3 ? '0' : '1',
      production: '1',
    }
    return [{ group: site(index % 9), type: 'SITES', service, hostname, tags }]
  })
  const types = ['web', 'storage', ...(number % 2 === 0 ? ['queue'] : [])].map((name) => ({
    name,
    description: `Service ${name} – ${tenant}`,
  }))
  const downtimes = endpoints.slice(0, seed % 4).map(({ hostname, service }) => ({
    hostname,
    service,
    start_time: `${day}T00:00:00Z`,
    end_time: `${day}T${String(seed).padStart(2, '0')}:00:00Z`,
    classification: 'SCHEDULED',
    severity: 'OUTAGE',
  }))
  const weights = {
    name: tenant,
    weight_type: 'hepspec',
    group_type: 'SITES',
    groups: groups.map(({ subgroup }, index) => ({ name: subgroup, value: seed * 100.5 + index })),
  }
  return { groups, endpoints, types, downtimes, weights }
}
