import { installPythonPackages } from '../../../../test/service/python-packages.ts';

/** @returns the Python of an environment with the package; `null`, with the reason on the console, if it is not available */
export function installPythonWyoming(): string | null {
  return installPythonPackages({
    folder: 'parlance-wyoming-python',
    packages: ['wyoming==1.10.2'],
    modules: ['wyoming'],
  });
}
