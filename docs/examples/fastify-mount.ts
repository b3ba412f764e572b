import { createSpeech } from '@parlance/parlance';
import { speechHttp } from '@parlance/parlance/http';
import { openaiHttp } from '@parlance/parlance/openai';
import Fastify from 'fastify';

const speech = await createSpeech({ plugins: ['@parlance/plugin-flite'], defaultVoice: 'slt' });
const application = Fastify();
application.get('/hello', async () => ({ hello: 'from the application itself' }));
await application.register(speechHttp, { service: speech.service, prefix: '/speech' });
await application.register(openaiHttp, {
  service: speech.service,
  prefix: '/openai',
  voices: { alloy: 'slt' },
});
application.addHook('onClose', () => speech.close());

const { token, app } = await speech.service.createApp({ name: 'fastify' });
const url = await application.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
console.log(JSON.stringify({ url, appId: app.appId, token }));
process.once('SIGTERM', () => void application.close());
