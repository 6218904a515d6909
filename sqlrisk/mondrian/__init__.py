"""The command `mondrian`: local recoding by multidimensional median cuts (LeFevre, DeWitt & Ramakrishnan 2006), cut inside the engine on ranks."""
