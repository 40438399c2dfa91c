import { z } from 'zod'

export const teamMigrateSchema = z.object({
  location: z.string().describe('the store, without its password'),
  run: z.array(z.int()).describe('migrations that were run now'),
  version: z.int(),
  distributed: z.boolean().describe('true if Citus distributes the tables'),
})

export const teamInviteSchema = z.object({
  location: z.string(),
  name: z.string(),
  team: z.string(),
  kind: z.enum(['device', 'reader']),
  url: z.string().describe('the address to join with, including its token; shown once'),
})

export const teamJoinSchema = z.object({
  location: z.string(),
  as: z.enum(['device', 'reader']),
  machine: z.string().nullable(),
  teams: z.array(z.string()),
  projects: z.array(z.string()).describe('directories whose sessions are shipped'),
})

export const teamShipSchema = z.object({
  location: z.string(),
  machine: z.string(),
  shipped: z.int().describe('transcripts with something new'),
  batches: z.int(),
  bytes: z.int(),
  secrets: z.int().describe('secrets that were replaced before shipping'),
  current: z.int().describe('transcripts of which the store has everything'),
  held: z.array(z.object({ path: z.string(), why: z.string() })).describe('transcripts that were not shipped'),
  others: z.int().describe('sessions of projects that are not shipped'),
})

export const teamSchema = z.object({
  joined: z.boolean(),
  ships: z.string().nullable().describe('the store that sessions are shipped to, without its token'),
  reads: z.string().nullable().describe('the store that --team reads, without its token'),
  projects: z.array(z.string()),
  forgotten: z.int().describe('sessions that were taken back and are not shipped again'),
  transcripts: z.int().describe('transcripts of these projects, stored locally'),
  behind: z.int().nullable().describe('transcripts that are not shipped completely'),
  store: z
    .object({
      engine: z.string(),
      machine: z.string().nullable(),
      teams: z.array(z.string()),
      sessions: z.int(),
      agents: z.int(),
      bytes: z.int(),
    })
    .nullable()
    .describe('null if the store cannot be reached'),
  trouble: z.string().nullable(),
})

export const teamLeaveSchema = z.object({
  joined: z.boolean().describe('false if the store was left'),
  projects: z.array(z.string()).describe('directories that are still shipped'),
})

export const teamForgetSchema = z.object({
  id: z.string(),
  transcripts: z.int().describe('transcripts that were removed from the store'),
})
