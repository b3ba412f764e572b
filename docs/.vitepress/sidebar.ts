/** One page of the site: its name in the sidebar, its path without an extension. */
interface SidebarPage {
  readonly text: string;
  readonly link: string;
}

const page = (text: string, link: string): SidebarPage => ({ text, link });

/** Every page of the docs, by what a reader comes for. A test holds it to the files there are. */
export const SIDEBAR = [
  {
    text: 'Tutorials',
    items: [
      page('Your first server', '/tutorials/first-server'),
      page('Your first embedding', '/tutorials/first-embedding'),
      page('Your first plugin', '/tutorials/first-plugin'),
    ],
  },
  {
    text: 'How to',
    items: [
      page('Embed in Express, Fastify, Next', '/embedding'),
      page('Deploy', '/deploy/'),
      page('Operate', '/operations'),
      page('Scale', '/scaling'),
      page('Write a plugin', '/plugins'),
      page('Four more engines', '/plugin-engines'),
      page('Choose models', '/models'),
      page('Receive webhooks', '/webhooks'),
      page('Use the playground', '/playground'),
      page('Use the console', '/console'),
    ],
  },
  {
    text: 'Integrations',
    items: [
      page('Browsers', '/integrations/browsers'),
      page('Home Assistant', '/integrations/home-assistant'),
      page('OpenAI Realtime', '/integrations/openai-realtime'),
      page('Twilio', '/integrations/twilio'),
      page('Asterisk', '/integrations/asterisk'),
      page('Vercel AI SDK', '/integrations/ai-sdk'),
      page('Python', '/integrations/python'),
      page('Pipecat', '/integrations/pipecat'),
      page('LiveKit Agents', '/integrations/livekit'),
      page('Open WebUI', '/integrations/open-webui'),
      page('n8n', '/integrations/n8n'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Library, settings, commands', '/guide'),
      page('HTTP', '/http'),
      page('Live recognition', '/realtime'),
      page('Speech streams', '/speech-stream'),
      page('SSML', '/ssml'),
      page("OpenAI's endpoints", '/openai'),
      page('Errors', '/errors'),
      page('Voices', '/voices'),
    ],
  },
  {
    text: 'Explanation',
    items: [
      page('Architecture', '/architecture'),
      page('How text is read aloud', '/reading'),
      page('Word timings', '/word-times'),
      page('Your own names and words', '/vocabulary'),
      page('Performance', '/performance'),
      page('Testing', '/testing'),
      page('Licences', '/licences'),
      page('Glossary', '/glossary'),
    ],
  },
];
