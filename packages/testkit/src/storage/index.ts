/** The simulated disk and the crash checks that run on it. */
export { type CrashReport, checkCrashImages } from './crash-images.ts';
export { SimRandom } from './sim-random.ts';
export {
  type SimCall,
  type SimFault,
  SimPowerCut,
  SimStorage,
  SimSystemError,
} from './sim-storage.ts';
