import { readdirSync } from 'node:fs'
import type { Resource } from '../src/kit/resource.ts'

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'kind' in value && 'document' in value

const folder = new URL('../src/resources/', import.meta.url)
const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
const modules = await Promise.all(files.map((file): Promise<object> => import(new URL(file, folder).href)))

/** Every kind of object that the contract declares. */
export const allResources: readonly Resource[] = modules.flatMap((module) => Object.values(module)).filter(isResource)
