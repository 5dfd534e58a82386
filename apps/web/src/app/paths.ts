import { resourcePaths } from '#kit/resource-paths.ts'

/** Every address of the console is made here. */
export const paths = {
  home: '/ui/home',
  logIn: '/ui/login',
  publicHome: '/ui/public_home',
  administration: '/ui/administration',
  about: '/ui/about',
  cookiePolicies: '/ui/cookiepolicies',
  apiReference: '/api/docs',
  samlLogIn: '/saml2/login',
  metricProfiles: resourcePaths('/ui/metricprofiles'),
  publicMetricProfiles: resourcePaths('/ui/public_metricprofiles'),
  metrics: resourcePaths('/ui/metrics'),
  publicMetrics: resourcePaths('/ui/public_metrics'),
  metricTemplates: resourcePaths('/ui/metrictemplates'),
  /** Of a tenant's administrators, to be read. */
  readMetricTemplates: resourcePaths('/ui/administration/metrictemplates'),
  publicMetricTemplates: resourcePaths('/ui/public_metrictemplates'),
  probes: resourcePaths('/ui/probes'),
  publicProbes: resourcePaths('/ui/public_probes'),
} as const
