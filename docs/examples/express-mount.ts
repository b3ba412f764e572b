import { createSpeech } from '@parlance/parlance';
import { createRequestListener } from '@parlance/parlance/http';
import express from 'express';

// Flite's voices come inside their package; leave `plugins` out for the neural ones.
const speech = await createSpeech({ plugins: ['@parlance/plugin-flite'], defaultVoice: 'slt' });
const application = express();

// Before body parsers: the listener reads bodies itself.
application.use('/speech', createRequestListener({ service: speech.service }));
application.use(express.json());
application.get('/hello', (_request, response) => {
  response.json({ hello: 'from the application itself' });
});

const { token, app } = await speech.service.createApp({ name: 'express' });
const server = application.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const address = server.address() as { port: number };
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}`, appId: app.appId, token }));
});
process.once('SIGTERM', () => server.close(() => void speech.close()));
