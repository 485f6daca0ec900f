"""Games on a GPU: the same rules, compiled for CUDA, with every array in the GPU's memory."""
