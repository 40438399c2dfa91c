// Agents that the conversation starts.

import { agent, agentReply, bash, failure, reply } from '../reply.js'
import { type Situation, say } from '../situation.js'

export const agents: readonly Situation[] = [
  {
    name: 'agent',
    shows: "an agent in its client's usual way: in the background since 2.1, in the foreground before",
    replies: [
      reply(agent('look around')),
      agentReply(bash('echo from the agent')),
      agentReply('agent result'),
      reply('the conversation goes on'),
    ],
    acts: [say('use an agent'), say('next')],
  },
  {
    name: 'agents-foreground',
    shows: 'two agents at once, both waited for',
    replies: [
      reply(agent('look here', { run_in_background: false }), agent('look there', { run_in_background: false })),
      agentReply(bash('echo from an agent')),
      agentReply('agent result one'),
      agentReply('agent result two'),
      reply('both are back'),
    ],
    acts: [say('use two agents'), say('next')],
  },
  {
    name: 'agent-failed',
    shows: 'an agent of an unknown kind, then one whose request fails',
    replies: [
      reply(agent('nobody', { subagent_type: 'no-such-agent', run_in_background: false })),
      reply(agent('fails', { run_in_background: false })),
      { ...failure(400, 'invalid_request_error', 'made up for the agent', 9), when: { kind: 'sub' } },
      reply('the agents failed'),
    ],
    acts: [say('use agents that fail'), say('next')],
  },
]
